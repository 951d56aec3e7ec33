console.log("before"); function fail() { throw new Error("uncaught"); } try { fail(); } finally { console.log("cleanup"); } console.log("never");
