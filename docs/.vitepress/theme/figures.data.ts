import { readFileSync } from "node:fs";
import { figuresOf, type Figure } from "../figures.ts";

export declare const data: readonly Figure[];

const results = new URL("../../../test/bench/results.json", import.meta.url);

export default {
  load: (): Figure[] => figuresOf(JSON.parse(readFileSync(results, "utf8"))),
};
