import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/interpolation-elsewhere";

const policy = (type: string, config: object): string =>
  JSON.stringify({ inbound: [{ actions: [{ type, config }] }] });

describe(rule, () => {
  test.each([
    {
      what: "a URL that is not made anew",
      text: policy("forward-internal", { url: "https://«${conn.geo.country_code}».internal" }),
      message: "${conn.geo.country_code} is probably not replaced here.",
      help: 'The documentation of "forward-internal" names no field for interpolation.',
    },
    {
      what: "a field beside those that are read",
      text: policy("rate-limit", { name: "For «${req.host}»" }),
      message: "${req.host} is probably not replaced here.",
      help: 'The documentation of "rate-limit" names no field for interpolation.',
    },
    {
      what: "an address in a list",
      text: policy("restrict-ips", { allow: ["«${conn.client_ip}»"] }),
      message: "${conn.client_ip} is probably not replaced here.",
      help: 'The documentation of "restrict-ips" names no field for interpolation.',
    },
    {
      what: "a text deep inside",
      text: policy("jwt-validation", {
        issuer: { allow_list: [{ value: "https://«${req.host}»/" }] },
      }),
      message: "${req.host} is probably not replaced here.",
      help: 'The documentation of "jwt-validation" names no field for interpolation.',
    },
    {
      what: "a key of a map",
      text: policy("log", { metadata: { a: [{ "${req.method}": 1 }] } }).replace(
        /"\$\{req.method\}"/,
        "«$&»",
      ),
      message: "${req.method} is probably not replaced in a key.",
      help: 'Interpolation is documented for "metadata".',
    },
  ])("finds $what", ({ text, message, help }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
  });

  test.each([
    policy("log", { metadata: { a: "${req.method}", b: ["${req.host}"] } }),
    policy("redirect", {
      from: "${req.host}/a",
      to: "/${req.method}",
      headers: { "x-a": "${req.host}" },
    }),
    policy("custom-response", { status_code: 200, content: "${req.method}" }),
    policy("rate-limit", { name: "costs $5", bucket_key: ["${conn.client_ip}"] }),
    policy("forward-internal", { url: "https://a.internal/${}/${not an expression}" }),
    // Mistakes that other rules tell.
    policy("deny", { status_code: "${req.method}" }),
    policy("deny", { reason: "${req.method}" }),
    policy("add-headers", { headers: { "${req.method}": "a" } }),
    policy("some-action", { a: "${req.method}" }),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
