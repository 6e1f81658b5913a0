// The shop, in code.
import {
  cel,
  compressResponse,
  deny,
  policy,
  redirect,
  req,
  rule,
} from "@traffic-policy/policy-builder";

// Nobody sends these.
const methods = ["TRACE", "TRACK"];

/** Sends to where a folder is now. */
function moved(from: string, to: string) {
  return redirect({ from, to, statusCode: 308 });
}

export default policy({ protocol: "http" }).inbound(
  // One rule for each, so that the log names it.
  ...methods.map((name) =>
    rule(name)
      .when(req.Method.eq(name))
      .do(deny({ statusCode: 405 })),
  ),
  rule("Old shop").when(req.Path.startsWith("/shop/")).do(moved("/shop/", "/store/")),
  rule("Small pages")
    .when(cel`req.Method == ${"GET"}`) // HEAD has no body
    .do(compressResponse({ algorithms: ["gzip", "br"] })),
);
