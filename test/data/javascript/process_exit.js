console.log("start"); try { process.exit(3); } finally { console.log("not printed"); }
