/**
 * The country code that a text means: `NO` for `no`, `GB` for `UK`, itself for one that is right; nothing
 * when it means none. Codes are those of ISO 3166, and those that it reserves, or leaves to users: a
 * service may have `EU`, `XK` or `ZZ` for what is no country.
 */
export function meantCountryCode(text: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  return mistaken[code] ?? (countryCodes.has(code) || userAssigned.test(code) ? code : undefined);
}

const mistaken: Readonly<Record<string, string | undefined>> = { EL: "GR", UK: "GB" };

const userAssigned = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

/** Codes as the Unicode CLDR has them, and AP, which databases of addresses have had for Asia and the Pacific. */
export const countryCodes: ReadonlySet<string> = new Set(
  [
    "AC AD AE AF AG AI AL AM AO AP AQ AR AS AT AU AW AX AZ",
    "BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ",
    "CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ",
    "DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET EU EZ FI FJ FK FM FO FR",
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU",
    "IC ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ",
    "LA LB LC LI LK LR LS LT LU LV LY",
    "MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ",
    "NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY",
    "QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ",
    "TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UN US UY UZ",
    "VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
  ].flatMap((line) => line.split(" ")),
);
