import {
  compressResponse,
  deny,
  forwardInternal,
  policy,
  req,
  res,
  rule,
} from "@traffic-policy/policy-builder/phases";

const compress = rule("Compress").when(res.statusCode.lt(300)).do(compressResponse());

// @ts-expect-error … is not assignable to parameter of type '… | "only for on_http_response rules"'.
export const wrongPhase = () => policy({ protocol: "http" }).onHttpRequest(compress);

const posts = rule("Posts").when(req.method.eq("POST")).do(deny());

// @ts-expect-error … is not assignable to parameter of type '"only for all but on_tcp_connect rules"'.
export const wrongProtocol = () => policy({ protocol: "tcp" }).onTcpConnect(posts);

// @ts-expect-error Property 'url' is missing in type …
export const missing = () => forwardInternal({ onError: "continue" });

// @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'IntValue<never>'.
export const wrongType = () => req.contentLength.gt("10000");

// @ts-expect-error Property 'pth' does not exist on type … Did you mean 'path'?
export const misspelt = () => req.url.pth;
