export { assertions, cases, formOf, type CheckKind } from "./check-kind.ts";
export {
  filesBeside,
  filesOfKindIn,
  isOfKind,
  isPolicyWithout,
  policyFilesOf,
} from "./select-checks.ts";
