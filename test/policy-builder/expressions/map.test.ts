import { literal, MapExpression, req, res } from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";
import { written } from "../written.ts";

const params = req.url.queryParams;

describeMethods(MapExpression, {
  size: [["size(req.url.query_params)", params.size()]],
  has: [
    ["'A b' in req.url.query_params", params.has("A b")],
    ["req.host in req.url.query_params", params.has(req.host)],
    ["req.host + 'a' in req.url.query_params", params.has(req.host.plus("a"))],
  ],
  at: [
    ["req.url.query_params['A b']", params.at("A b")],
    ["req.url.query_params[req.host]", params.at(req.host)],
    ["req.content_type.parameters['charset']", req.contentType.parameters.at("charset")],
    ["req.cookies['id'][0].value", req.cookies.at("id").at(0).value],
  ],
  some: [
    [
      "req.url.query_params.exists(v, v.startsWith('utm_'))",
      params.some((key) => key.startsWith("utm_")),
    ],
  ],
  every: [["req.url.query_params.all(key, key != '')", params.every((key) => key.ne(""), "key")]],
  exactlyOne: [
    ["req.url.query_params.exists_one(v, v == 'a')", params.exactlyOne((key) => key.eq("a"))],
  ],
  filter: [
    [
      "req.url.query_params.filter(v, 'b' in req.url.query_params[v])",
      params.filter((key) => params.at(key).includes("b")),
    ],
  ],
  map: [
    ["req.url.query_params.map(v, size(v))", params.map((key) => key.size())],
    ["req.url.query_params.map(v, req.url.query_params[v])", params.map((key) => params.at(key))],
  ],
});

describe("a key taken with brackets", () => {
  test.each([
    ["req.url.query_params['A b']", params["A b"]],
    ["req.url.query_params['a'][0]", params["a"]?.at(0)],
    ["req.url.query_params['__proto']", params["__proto"]],
    ["req.url.query_params['']", params[""]],
    ["req.url.query_params['0']", params["0"]],
    ["req.headers['x-api-key']", req.headers["X-Api-Key"]],
    [
      "getResCookie('a').unparsed_attributes['Priority']",
      res.cookie("a").unparsedAttributes["Priority"],
    ],
  ])("%s", (text, built) => {
    expect(built && written(built)).toBe(text);
  });

  test("of the name of a method is the method", () => {
    expect(params.size().toString()).toBe("size(req.url.query_params)");
    expect(params.at("size").toString()).toBe("req.url.query_params['size']");
  });
});

describe("header names", () => {
  test.each([
    ["req.headers['content-type']", req.headers.at("Content-Type")],
    ["'content-type' in res.headers", res.headers.has("Content-Type")],
    ["res.trailers['grpc-status']", res.trailers.at("Grpc-Status")],
    ["req.headers[req.host]", req.headers.at(req.host)],
    ["req.headers['A']", req.headers.at(literal("A"))],
    ["req.Headers['A']", req.Headers.at("A")],
  ])("%s", (text, built) => {
    expect(written(built)).toBe(text);
  });
});

test("a map can be awaited", async () => {
  const headers: unknown = await req.headers;
  expect(headers === req.headers).toBe(true);
  expect(req.headers["then"]?.toString()).toBe("req.headers['then']");
});

test("a key that is no text is refused", () => {
  const message = "A value of the CEL type string is needed, not 5.";
  expect(() => req.headers.at(5 as unknown as string)).toThrow(new TypeError(message));
  expect(() => params.has(5 as unknown as string)).toThrow(new TypeError(message));
});
