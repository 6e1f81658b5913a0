// Prints what programs print, as a JSON object by their paths: a process for each would take longer to start
// than the program to run.
import { pathToFileURL } from "node:url";

/** @type {Record<string, string>} */
const printed = {};
const write = process.stdout.write;
for (const path of process.argv.slice(2)) {
  printed[path] = "";
  process.stdout.write = (piece) => {
    printed[path] += String(piece);
    return true;
  };
  await import(pathToFileURL(path).href);
}
process.stdout.write = write;
process.stdout.write(JSON.stringify(printed));
