import {
  customResponse,
  forwardInternal,
  policy,
  req,
  rule,
} from "@traffic-policy/policy-builder/phases";
import type { EnvironmentOf } from "traffic-policy";
import { crawlers } from "../../shared/crawlers.ts";
import type config from "../../traffic-policy.config.ts";

export default ({ values }: EnvironmentOf<typeof config>) =>
  policy({ protocol: "http" }).onHttpRequest(
    rule("Other hosts")
      .when(req.host.ne(values.host))
      .do(text(421, `This is ${values.host}.`)),
    crawlers(),
    ...(values.debug ? [] : [debugPages()]),
    rule("To the shop").do(forwardInternal({ url: "https://shop.internal" })),
  );

function debugPages() {
  return rule("No debug pages")
    .when(req.url.path.matches("^/debug(/|$)"))
    .do(text(404, "Not found"));
}

function text(statusCode: number, body: string) {
  return customResponse({
    statusCode,
    body,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
