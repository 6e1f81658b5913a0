export { assertions, cases, formOf, type CheckKind } from "./check-kind.ts";
export {
  filesBeside,
  filesOfKindIn,
  isOfKind,
  isPolicyWithout,
  namesHelp,
  policyFilesOf,
} from "./select-checks.ts";
