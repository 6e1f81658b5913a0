import { camelCase } from "@traffic-policy/policy-language/internal";
import {
  conn,
  deny,
  isPolicyBuilder,
  policy,
  PolicyBuilder,
  req,
  rule,
} from "@traffic-policy/policy-builder/phases";
import * as directions from "@traffic-policy/policy-builder";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { expect, test } from "vitest";

const refuse = rule("Refuse").when(req.host.eq("a")).do(deny());

test("a policy has a method for each phase, and no others for rules", () => {
  const methods = Object.getOwnPropertyNames(PolicyBuilder.prototype);
  const phases = [...phasesDialect.sections.keys()].map(camelCase);
  expect(methods.filter((name) => name !== "constructor").toSorted()).toEqual(phases.toSorted());
});

test("the document has the phases in the order of their first mention", () => {
  const built = policy({ protocol: "http" })
    .onHttpResponse()
    .onHttpRequest(refuse)
    .onTcpConnect(rule().when(conn.clientIp.isTorNode).do(deny()))
    .onHttpRequest(false, refuse);
  expect(built.toString()).toBe(
    JSON.stringify({
      on_http_response: [],
      on_http_request: [refuse.toRule(), refuse.toRule()],
      on_tcp_connect: [
        { expressions: ["conn.client_ip.is_tor_node"], actions: [{ type: "deny" }] },
      ],
    }),
  );
  expect(isPolicyBuilder(built)).toBe(true);
  expect(built).toBeInstanceOf(PolicyBuilder);
});

test("every part tells where it was written", () => {
  const built = policy({ protocol: "http" }).onHttpRequest(refuse);
  expect([...built.origins().keys()]).toEqual([
    "",
    "/on_http_request/0",
    "/on_http_request/0/expressions/0",
    "/on_http_request/0/actions/0",
  ]);
});

test("a policy extends others of its dialect only", () => {
  const base = policy().onHttpRequest(refuse);
  const built = policy({ protocol: "http" }).extend(base);
  expect(built.toDocument()).toEqual(base.toDocument());
  expect(() => policy({ protocol: "http" }).extend(directions.policy())).toThrow(
    new TypeError("A policy of phases cannot extend one of directions: they have other keys."),
  );
  expect(() => policy({ protocol: "tcp" }).extend(base)).toThrow(
    "A policy for tcp has no on_http_request rules.",
  );
});

test("a phase with rules is not written over", () => {
  expect(() => policy().onHttpRequest(refuse).set("on_http_request", [])).toThrow(
    new TypeError(
      'The policy already has rules from onHttpRequest(); set("on_http_request") would remove them.',
    ),
  );
});
