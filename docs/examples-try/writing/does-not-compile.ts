import {
  compressResponse,
  customResponse,
  deny,
  policy,
  req,
  res,
  rule,
} from "@traffic-policy/policy-builder";

const compress = rule("Compress").when(res.statusCode.lt(300)).do(compressResponse());

// @ts-expect-error … is not assignable to parameter of type '"only for HTTP outbound rules"'.
export const wrongDirection = () => policy({ protocol: "http" }).inbound(compress);

const posts = rule("Posts").when(req.method.eq("POST")).do(deny());

// @ts-expect-error … is not assignable to parameter of type '"only for HTTP rules"'.
export const wrongProtocol = () => policy({ protocol: "tcp" }).inbound(posts);

// @ts-expect-error Property 'statusCode' is missing in type …
export const missing = () => customResponse({ content: "Later." });

// @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'IntValue<never>'.
export const wrongType = () => req.contentLength.gt("10000");

// @ts-expect-error Property 'pth' does not exist on type … Did you mean 'path'?
export const misspelt = () => req.url.pth;
