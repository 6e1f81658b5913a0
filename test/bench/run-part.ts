// Measures one part in this process, and writes what came of it as JSON. Arguments: the name of the
// part, and the file.
import { writeFileSync } from "node:fs";
import { benches } from "./benches.ts";
import { tables } from "./table.ts";

const [name = "", file = ""] = process.argv.slice(2);
await benches[name]?.run();
writeFileSync(file, JSON.stringify(tables));
