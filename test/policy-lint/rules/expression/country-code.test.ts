import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/country-code";

describe(rule, () => {
  test.each([
    {
      marked: "conn.geo.country_code == «'us'»",
      told: {
        severity: "warning",
        message: "'us' is not a country code: those are two letters in upper case.",
        help: "Write 'US'.",
        fixed: "conn.geo.country_code == 'US'",
        safe: false,
      },
    },
    {
      marked: "conn.Geo.CountryCode in ['BR', «'Cn'»]",
      told: { help: "Write 'CN'.", fixed: "conn.Geo.CountryCode in ['BR', 'CN']" },
    },
    {
      marked: "conn.geo.country_code != «'Germany'»",
      told: {
        message: "'Germany' is not a country code: those are two letters in upper case.",
        help: "Write an ISO 3166 code, such as 'US' or 'DE'.",
      },
    },
    {
      marked: "conn.geo.country_code in ['FR', «'UK'»]",
      told: {
        message: "'UK' is not a country code.",
        help: "Write 'GB'.",
        fixed: "conn.geo.country_code in ['FR', 'GB']",
        safe: false,
      },
    },
    {
      marked: "conn.geo.country_code == «'EN'»",
      told: {
        message: "'EN' is not a country code.",
        help: "Write an ISO 3166 code, such as 'US' or 'DE'.",
      },
    },
    { marked: "conn.geo.country_code == «'en'»", told: {} },
    { marked: "conn.geo.country_code == «'USA'»", told: {} },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked, { protocol: "tcp" });
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    "conn.geo.country_code != 'US'",
    "conn.geo.country_code in ['BR', 'CN', 'CU', 'IR']",
    "conn.geo.country_code == ''",
    "conn.geo.country_code in ['<COUNTRY>']",
    "conn.geo.country_code in ['EU', 'XK', 'XX', 'AP']",
    "conn.geo.country == 'United States'",
    "conn.geo.city == 'us'",
    "conn.geo.country_code.startsWith('u')",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text, { protocol: "tcp" }).found).toEqual([]);
  });
});
