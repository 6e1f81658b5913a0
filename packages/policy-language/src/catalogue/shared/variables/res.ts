import { fromZero, type Absence, type NamespaceVariable } from "../../variable.ts";

const withoutLength: Absence = {
  when: "the length of the response is not known in advance",
  isInferred: true,
  guards: ["'content-length' in res.headers"],
};

const withoutType: Absence = {
  when: "the response has no `content-type`",
  isInferred: true,
  guards: ["'content-type' in res.headers"],
  group: "res.content_type",
};

const whichConnection =
  "Whether it is about the connection to the client or to the upstream is not documented.";

const onlyExample = "It appears in an example, but in no list of variables.";

/** The response variables that all dialects have, including older names. */
export const resVariables: readonly NamespaceVariable[] = [
  {
    name: "res.content_encoding",
    type: "list(string)",
    missing: {
      when: "the response has no `content-encoding`",
      isInferred: true,
      guards: ["'content-encoding' in res.headers"],
    },
    description: "how the response body is encoded: the values of `content-encoding`",
  },
  {
    name: "res.content_length",
    type: "int",
    range: fromZero,
    missing: withoutLength,
    description: "the size of the response body in bytes",
  },
  {
    name: "res.content_type",
    type: "string",
    form: "media-type",
    missing: withoutType,
    description: "the media type of the response body, without parameters",
  },
  {
    name: "res.content_type.parameters",
    type: "map(string, string)",
    missing: withoutType,
    description: "the parameters of the response's `content-type`, such as `charset`",
  },
  {
    name: "res.content_type.raw",
    type: "string",
    firstOf: "res.headers['content-type']",
    missing: withoutType,
    description: "the response's `content-type` as it was sent",
  },
  {
    name: "res.cookies",
    type: "map(string, list(cookie))",
    description: "the cookies that the response sets: name to the list of cookies",
  },
  {
    name: "res.headers",
    type: "map(string, list(string))",
    headerKeys: "lower-case",
    description: "the response headers: lower-case name to the list of values",
  },
  {
    name: "res.location",
    type: "string",
    firstOf: "res.headers['location']",
    missing: {
      when: "the response has no `location`",
      isInferred: true,
      guards: ["'location' in res.headers"],
    },
    description: "the `location` header of the response",
  },
  {
    name: "res.status_code",
    type: "int",
    range: [100, 999],
    isStatus: true,
    description: "the status of the response",
  },
  {
    name: "res.trailers",
    type: "map(string, list(string))",
    headerKeys: "lower-case",
    missing: { when: "the body has not arrived yet", isInferred: true },
    description: "the response trailers: lower-case name to the list of values",
  },
  {
    name: "res.ts.body_sent",
    type: "timestamp",
    description: "when the body of the response had been sent",
    outdated: true,
    unsure: [onlyExample],
  },
  {
    name: "res.ts.header_sent",
    type: "timestamp",
    description: "when the head of the response had been sent",
    outdated: true,
    unsure: [onlyExample],
  },
  {
    name: "res.ContentLength",
    type: "int",
    description: "the size of the response body in bytes",
    renamedTo: "res.content_length",
  },
  {
    name: "res.Cookies",
    type: "list(dyn)",
    description: "the cookies of the response, as a list",
    renamedTo: "res.cookies",
    unsure: ["The current variable is a map by the name of the cookie, not a list."],
  },
  {
    name: "res.Headers",
    type: "map(string, dyn)",
    description: "the response headers",
    renamedTo: "res.headers",
    unsure: ["The keys of the current variable are in lower case, and its values are lists."],
  },
  {
    name: "res.Location",
    type: "string",
    description: "the `location` header of the response",
    renamedTo: "res.location",
  },
  {
    name: "res.ServerTLS.CertCN",
    type: "string",
    description: "the common name of the server's certificate",
    renamedTo: "conn.tls.server.subject.common_name",
    unsure: [whichConnection],
  },
  {
    name: "res.ServerTLS.CipherSuite",
    type: "string",
    description: "the cipher suite of a connection",
    outdated: true,
    unsure: [whichConnection],
  },
  {
    name: "res.ServerTLS.SNI",
    type: "string",
    description: "the host that was asked for when TLS began",
    outdated: true,
    unsure: [whichConnection],
  },
  {
    name: "res.ServerTLS.Version",
    type: "string",
    description: "the version of TLS of a connection",
    outdated: true,
    unsure: [whichConnection],
  },
  {
    name: "res.StatusCode",
    type: "string",
    description: "the status of the response, as text",
    renamedTo: "res.status_code",
    unsure: ["The current variable is a number."],
  },
  {
    name: "res.Trailers",
    type: "map(string, dyn)",
    description: "the response trailers",
    renamedTo: "res.trailers",
    unsure: ["The keys of the current variable are in lower case, and its values are lists."],
  },
];
