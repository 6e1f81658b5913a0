import { connVariables } from "../../shared/variables/conn.ts";
import {
  defineNamespace,
  type Absence,
  type NamespaceVariable,
  type Protocol,
} from "../../variable.ts";
import { allPhases, fromRequest } from "../sections.ts";
import { addressVariables } from "../address.ts";

const withTls: readonly Protocol[] = ["http", "tls"];

const withoutTls: Absence = { when: "the connection does not use TLS", isInferred: true };

const withoutPod: Absence = {
  when: "the endpoint has no Kubernetes binding",
  isInferred: true,
  group: "conn.k8s.pod",
};

const withoutPodError: Absence = { when: "the pod is known", isInferred: true };

const bytes = new Set(["conn.bytes_in", "conn.bytes_out"]);

const pod: readonly NamespaceVariable[] = [
  ["id", "the identifier of the pod that connected"],
  ["metadata.name", "the name of the pod that connected"],
  ["metadata.namespace", "the Kubernetes namespace of the pod that connected"],
].map(([name = "", description = ""]) => ({
  name: `conn.k8s.pod.${name}`,
  type: "string",
  missing: withoutPod,
  knownBy: "service",
  description,
}));

export default defineNamespace({
  name: "conn",
  description: "the connection",
  protocols: ["http", "tcp", "tls"],
  sections: allPhases,
  variables: [
    ...connVariables.map((variable) =>
      bytes.has(variable.name) ? { ...variable, sections: fromRequest } : variable,
    ),
    ...addressVariables("conn.client_ip", "the client's address"),
    ...addressVariables("conn.server_ip", "the address that the client connected to"),
    {
      name: "conn.server_region",
      type: "string",
      knownBy: "service",
      description: "the region of the service that the client connected to",
    },
    {
      name: "conn.tls.ja4_fingerprint",
      type: "string",
      missing: withoutTls,
      knownBy: "service",
      description: "the JA4 fingerprint of the client's first message of TLS",
      protocols: withTls,
    },
    {
      name: "conn.tls.negotiated_alpn",
      type: "string",
      missing: withoutTls,
      description: "the protocol that client and server agreed on (ALPN); empty when they did not",
      protocols: withTls,
    },
    {
      name: "conn.tls.session_resumed",
      type: "bool",
      missing: withoutTls,
      description: "whether an earlier session of TLS goes on",
      protocols: withTls,
      unsure: ["It is documented as false for every connection of today."],
    },
    {
      name: "conn.tls.client.pem",
      type: "string",
      missing: {
        when: "the client sends no certificate",
        isInferred: true,
        group: "conn.tls.client",
      },
      description: "the client's certificate, as PEM",
      protocols: withTls,
    },
    ...pod,
    {
      name: "conn.k8s.pod.metadata.annotations",
      type: "map(string, string)",
      missing: withoutPod,
      knownBy: "service",
      description: "the annotations of the pod that begin with `k8s.ngrok.com/`",
    },
    {
      name: "conn.k8s.pod.metadata.error_code",
      type: "string",
      missing: withoutPodError,
      knownBy: "service",
      description: "the code of the error, when the pod is not known",
    },
    {
      name: "conn.k8s.pod.metadata.error_message",
      type: "string",
      missing: withoutPodError,
      knownBy: "service",
      description: "the text of the error, when the pod is not known",
    },
  ],
});
