import { join } from "node:path";
import { runScript } from "./run-script.ts";

runScript(join(__dirname, "main.cjs"));
