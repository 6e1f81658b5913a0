import { Type, type Static, type TSchema } from "@sinclair/typebox";
import type { Secrets } from "../options.ts";
import { secretsSchema } from "./given-schemas.ts";

const closed = { additionalProperties: false } as const;

const text = (description: string) => Type.Optional(Type.String({ description }));

const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const count = (description: string, maximum?: number) =>
  Type.Optional(
    Type.Integer({ minimum: 0, ...(maximum !== undefined && { maximum }), description }),
  );

const time = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | number>({
      type: ["string", "number"],
      description: `${description} RFC 3339 text, or milliseconds since 1970.`,
    }),
  );

const group = <T extends Record<string, TSchema>>(description: string, properties: T) =>
  Type.Optional(Type.Object(properties, { ...closed, description }));

const headers = (description: string) =>
  Type.Optional(
    Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>({
      type: "object",
      additionalProperties: { type: ["string", "array"], items: { type: "string" } },
      description: `${description}: name to value, or to a list of values.`,
    }),
  );

const cookies = (header: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: `Cookies, name to value; they become ${header}.`,
    }),
  );

const message = (what: string) => ({
  headers: headers(`The headers of the ${what}`),
  body: text("The body, as text in UTF-8."),
  bodyFile: text("A file that holds the body, relative to this one."),
  bodySize: Type.Optional(
    Type.Unsafe<number | null>({
      type: ["integer", "null"],
      minimum: 0,
      description:
        "In bytes, for a body that is not given; `null` if it is unknown before the body ends.",
    }),
  ),
  trailers: headers(`The trailers of the ${what}`),
});

const name = (description: string) =>
  group(description, {
    commonName: text("The common name."),
    country: texts("The countries."),
    locality: texts("The localities."),
    organization: texts("The organizations."),
    organizationalUnit: texts("The organizational units."),
    postalCode: texts("The postal codes."),
    province: texts("The provinces."),
    streetAddress: texts("The street addresses."),
  });

const certificate = (description: string) =>
  group(description, {
    subject: name("The subject."),
    issuer: name("The issuer."),
    dnsNames: texts("The DNS names that it is for."),
    emailAddresses: texts("The email addresses that it is for."),
    ipAddresses: texts("The IP addresses that it is for."),
    uris: texts("The URIs that it is for."),
    serialNumber: text("The serial number."),
    signatureAlgorithm: text("The algorithm of the signature."),
    notBefore: time("From when it is valid."),
    notAfter: time("Until when it is valid."),
  });

/** An exchange in a file, as a JSON Schema. */
export const exchangeSchema = Type.Object(
  {
    $schema: text("The JSON Schema of this file, for editors."),
    connection: group("Who is connected to whom.", {
      clientIp: text("The address of the client."),
      clientPort: count("The port of the client.", 65_535),
      serverIp: text("The address that the client is connected to."),
      serverPort: count("The port that the client is connected to.", 65_535),
      bytesIn: count("Bytes that came from the client."),
      bytesOut: count("Bytes that went to the client."),
      start: time("When the connection began."),
      end: time("When the connection ended."),
      geo: group("The likely location of the client; unknown unless it is given.", {
        city: text("The city."),
        country: text("The country, in words."),
        countryCode: text("The country, in two letters: a code of ISO 3166."),
        latitude: text("The latitude, as text."),
        longitude: text("The longitude, as text."),
        radius: text("How accurate it is, in kilometers, as text."),
        subdivision: text("The part of the country."),
      }),
      tls: group("TLS of the connection.", {
        version: text("The version of TLS, like `1.3`."),
        cipherSuite: text("The cipher suite, like `TLS_AES_128_GCM_SHA256`."),
        sni: text("The name of the server that the client asked for."),
        client: certificate("The certificate of the client; most have none."),
        server: certificate("The certificate of the server."),
      }),
    }),
    endpoint: group("The endpoint that the traffic came to.", {
      id: text("Its identifier."),
      url: text("Its URL."),
    }),
    request: Type.Optional(
      Type.Object(
        {
          method: text("The HTTP method; `GET` if omitted."),
          url: Type.String({
            minLength: 1,
            description: "An absolute URL, or a path on the host of the endpoint.",
          }),
          ...message("request"),
          cookies: cookies("a `cookie` header"),
          version: text("The version of HTTP; `HTTP/1.1` if omitted."),
          headerReceived: time("When the headers had arrived."),
          bodyReceived: time("When the body had arrived."),
        },
        { ...closed, description: "The request of the client; TCP and TLS policies have none." },
      ),
    ),
    response: group("What the upstream answers; without it, rules of the response do not run.", {
      status: Type.Optional(
        Type.Integer({
          minimum: 100,
          maximum: 999,
          description: "The HTTP status; 200 if omitted.",
        }),
      ),
      ...message("response"),
      cookies: cookies("a `set-cookie` header each"),
      headerSent: time("When the headers were sent."),
      bodySent: time("When the body was sent."),
    }),
    time: time("When it happens; now if omitted."),
    variables: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: "object",
        description: "Values of variables by their full name, instead of the derived ones.",
      }),
    ),
    secrets: Type.Optional(
      Type.Unsafe<Secrets>({
        ...secretsSchema,
        description: "The secrets that `secrets.get()` gets, by vault and name.",
      }),
    ),
    random: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1 - Number.EPSILON / 2,
        description: "The number that `rand.double()` gives, and that `rand.int()` uses.",
      }),
    ),
  },
  closed,
);

/** An exchange in a file. */
export type ExchangeFile = Static<typeof exchangeSchema>;
