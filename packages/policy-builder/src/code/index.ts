/** Policy modules as text: their types, their calls, and the messages about modules that cannot run. */
export { blankTypes, NotErasableError } from "./blank-types.ts";
export { argumentOf, callsIn } from "./calls.ts";
export {
  builderModules,
  endlessHelp,
  noEnvironment,
  noPolicy,
  notJsonText,
  notTypeScript,
  throwsText,
} from "./module-words.ts";
export { childrenOf, keyOf, unwrapped, type ParsedModule, type SyntaxNode } from "./syntax-tree.ts";
