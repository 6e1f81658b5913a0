import { log, policy, rule } from "@traffic-policy/policy-builder/phases";
import { everywhere, fromOneOf, refuseScanners } from "./common-rules.ts";

const debug: boolean = false;

export default policy({ protocol: "http" })
  .extend(everywhere)
  .onHttpRequest(
    ...refuseScanners,
    debug && rule("Log").do(log({ metadata: { seen: true } })),
    rule("Staging")
      .when(fromOneOf("staging.example", "preview.example"))
      .do(log({ metadata: { stage: "staging" } })),
  );
