process.exitCode = 5; console.log("done"); if (process.argv.length < 0) process.exit(1);
