import { customResponse, policy, req, rule } from "@traffic-policy/policy-builder";
import type { EnvironmentOf } from "traffic-policy";
import { crawlers } from "../../shared/crawlers.ts";
import type config from "../../traffic-policy.config.ts";

export default ({ values }: EnvironmentOf<typeof config>) =>
  policy({ protocol: "http" }).inbound(
    rule("Other hosts")
      .when(req.host.ne(values.host))
      .do(text(421, `This is ${values.host}.`)),
    crawlers(),
    ...(values.debug ? [] : [debugPages()]),
  );

function debugPages() {
  return rule("No debug pages").when(req.url.path.startsWith("/debug/")).do(text(404, "Not found"));
}

function text(statusCode: number, content: string) {
  return customResponse({
    statusCode,
    content,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
