import {
  formatEndpointUrl,
  parseEndpointUrl,
  Site,
  type Binding,
  type EndpointUrl,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";

test.each([
  ["https://Shop.example", "https://shop.example"],
  ["https://shop.example:443/", "https://shop.example"],
  ["http://a.internal:443", "http://a.internal:443"],
  ["tcp://db.internal:05432", "tcp://db.internal:5432"],
  ["tls://*.internal", "tls://*.internal"],
  ["https://Bücher.internal", "https://bücher.internal"],
  ["https://my_app.internal", "https://my_app.internal"],
])("the URL %s is %s", (given, shown) => {
  expect(formatEndpointUrl(url(given))).toBe(shown);
});

test.each([
  "shop.example",
  "ftp://shop.example",
  "https://a.example/path",
  "https://a:65536",
  "https://$DOMAIN",
  "https://{name}.internal",
  "https://<domain>",
  "https://${{",
  "",
])("%s is no URL of an endpoint", (text) => {
  expect(parseEndpointUrl(text)).toBeUndefined();
});

test("the exact host receives before a wildcard, and the longest wildcard before others", () => {
  const site = siteOf("https://*.example", "https://*.shop.example", "https://a.shop.example");

  expect(receiving(site, "https://a.shop.example")).toEqual(["https://a.shop.example"]);
  expect(receiving(site, "https://b.shop.example")).toEqual(["https://*.shop.example"]);
  expect(receiving(site, "https://deep.b.shop.example")).toEqual(["https://*.shop.example"]);
  expect(receiving(site, "https://shop.example")).toEqual(["https://*.example"]);
  expect(receiving(site, "https://example")).toEqual([]);
  expect(receiving(site, "http://a.shop.example")).toEqual([]);
});

test("the members of a pool receive together, and each binding by itself", () => {
  const site = new Site([
    endpoint("one", "https://a.internal", "internal"),
    endpoint("two", "https://a.internal:443", "internal"),
    endpoint("three", "https://a.internal", "public"),
  ]);

  const found = site.receiving(url("https://a.internal"), "internal");

  expect(found.endpoints.map(({ name }) => name)).toEqual(["one", "two"]);
  expect(found.unsure).toBeUndefined();
});

test("it is unsure whether an internal wildcard, or an endpoint of another scheme, receives", () => {
  const site = new Site([
    endpoint("any", "https://*.apps.internal", "internal"),
    endpoint("one", "https://one.internal", "internal"),
    endpoint("odd", "http://odd.internal:8080", "internal"),
  ]);
  const found = (text: string): unknown => {
    const { endpoints, unsure } = site.receiving(url(text), "internal");
    return [endpoints.map(({ name }) => name), unsure];
  };

  expect(found("https://x.apps.internal")).toEqual([["any"], "wildcard"]);
  expect(found("http://one.internal")).toEqual([["one"], "scheme"]);
  expect(found("https://odd.internal:8080")).toEqual([["odd"], "scheme"]);
  expect(found("https://odd.internal")).toEqual([[], undefined]);
  expect(found("tls://one.internal")).toEqual([[], undefined]);
});

function siteOf(...urls: readonly string[]): Site {
  return new Site(urls.map((text) => endpoint(text, text, "public")));
}

function receiving(site: Site, text: string): string[] {
  return site.receiving(url(text), "public").endpoints.map(({ name }) => name);
}

function endpoint(name: string, text: string, binding: Binding): SiteEndpoint {
  return { name, url: url(text), binding, kind: "cloud", isPooled: false };
}

function url(text: string): EndpointUrl {
  const parsed = parseEndpointUrl(text);
  if (parsed === undefined) throw new Error(`${text} is no URL of an endpoint.`);
  return parsed;
}
