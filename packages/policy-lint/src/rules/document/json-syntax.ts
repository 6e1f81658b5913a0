import { describeJsonError } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The file is not JSON.",
    wrong: '{ "inbound": [ { "actions": [ { "type": "deny" }, ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses a policy that it cannot parse. Comments and trailing commas are not JSON either, although some tools take them.",
  },
  visit: {
    sourceError({ error, location }, report) {
      if (error.code === "duplicate-key") return;
      report({ path: error.pointer, ...describeJsonError(error), ...(location && { location }) });
    },
  },
});
