export { toSource, type ToSourceOptions } from "./to-source.ts";
