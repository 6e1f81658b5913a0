/** Why a command could not do its job: printed as one sentence, exit status 2. */
export { ExplainedError as CommandError } from "@traffic-policy/policy-module";
