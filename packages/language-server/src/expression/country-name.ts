import { countryCodes } from "@traffic-policy/policy-language";

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The English name of a country, by its code. */
export function countryName(code: string): string | undefined {
  return countryCodes.has(code) ? regions.of(code) : undefined;
}
