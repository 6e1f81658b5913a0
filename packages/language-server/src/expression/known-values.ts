import {
  canonicalHeaderName,
  countryCodes,
  headerNames,
  httpMethods,
  mediaTypes,
  statusCodes,
  timeZoneNames,
} from "@traffic-policy/policy-language/internal";
import { countryName } from "./literal-meaning.ts";
import type { Expectation } from "./expectation.ts";

export interface KnownValue {
  readonly value: string;
  readonly meaning?: string | undefined;
}

export function knownTexts({ form, format, headerName }: Expectation): readonly KnownValue[] {
  if (headerName === "canonical") {
    return headerNames.map((name) => ({ value: canonicalHeaderName(name) }));
  }
  if (headerName === "lower-case") return headerNames.map((value) => ({ value }));
  if (format === "time-zone") return [...timeZoneNames()].map((value) => ({ value }));
  switch (form) {
    case "method":
      return [...httpMethods].map((value) => ({ value }));
    case "scheme":
      return ["http", "https"].map((value) => ({ value }));
    case "media-type":
      return mediaTypes.map((value) => ({ value }));
    case "country-code":
      return [...countryCodes].flatMap((value) => {
        const meaning = countryName(value);
        return meaning === undefined ? [] : [{ value, meaning }];
      });
    default:
      return [];
  }
}

export function knownNumbers({ isStatus }: Expectation): readonly KnownValue[] {
  if (isStatus === undefined) return [];
  return [...statusCodes].map(([code, meaning]) => ({ value: String(code), meaning }));
}
