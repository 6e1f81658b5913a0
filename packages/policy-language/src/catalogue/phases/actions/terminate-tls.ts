import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { stringEnum } from "../../config-schema.ts";
import { certificateVariables } from "../../shared/certificate.ts";
import { errorResults } from "../../shared/error-results.ts";

const result = "actions.ngrok.terminate_tls";

const versions = ["1.2", "1.3"] as const;

export default defineAction({
  type: "terminate-tls",
  description: "Ends TLS here, with a certificate of yours and, if you like, one of the client's.",
  config: Type.Object(
    {
      min_version: Type.Optional(
        stringEnum(versions, { default: "1.2", description: "The oldest version of TLS." }),
      ),
      max_version: Type.Optional(
        stringEnum(versions, { default: "1.3", description: "The newest version of TLS." }),
      ),
      server_private_key: Type.Optional(
        Type.String({ description: "The private key of `server_certificate`, as PEM." }),
      ),
      server_certificate: Type.Optional(
        Type.String({ description: "The certificate of the server, as PEM." }),
      ),
      mutual_tls_certificate_authorities: Type.Optional(
        Type.Array(Type.String(), {
          description: "Who may sign certificates of clients: PEM, or identifiers `ca_…`.",
        }),
      ),
      mutual_tls_verification_strategy: Type.Optional(
        stringEnum(["require-and-verify", "require-any", "request"], {
          default: "require-and-verify",
          description: "Whether the client has to send a certificate, and whether it is verified.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  sections: { http: ["on_tcp_connect"], tcp: [], tls: ["on_tcp_connect"] },
  endsProcessing: "never",
  changes: ["conn"],
  fieldsTogether: [["server_private_key", "server_certificate"]],
  results: [
    ...[
      ["cipher_suite", "the cipher suite that client and server agreed on"],
      ["sni", "the host that the client asked for when TLS began"],
      ["version", "the version of TLS that client and server agreed on"],
    ].map(([name = "", description = ""]) => ({
      name: `${result}.${name}`,
      type: "string",
      description,
    })),
    {
      name: `${result}.warnings`,
      type: "list(string)",
      description: "what is wrong with the authorities of clients' certificates",
    },
    ...certificateVariables(`${result}.client`, "the client's certificate").map((variable) => ({
      ...variable,
      missing: {
        when: "the client sends no certificate",
        isInferred: true as const,
        group: `${result}.client`,
      },
    })),
    ...certificateVariables(`${result}.server`, "the server's certificate"),
    ...errorResults("terminate_tls"),
  ],
  interpolated: ["server_private_key", "server_certificate", "mutual_tls_certificate_authorities"],
  secrets: ["server_private_key"],
  regularExpressions: [],
  perhapsTexts: ["mutual_tls_certificate_authorities"],
  example: { min_version: "1.3" },
  unsure: ["`mutual_tls_certificate_authorities` is one text in an example."],
});
