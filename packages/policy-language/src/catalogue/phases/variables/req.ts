import { reqVariables } from "../../shared/variables/req.ts";
import { defineNamespace, type NamespaceVariable } from "../../variable.ts";
import { fromRequest } from "../sections.ts";

const texts: readonly (readonly [name: string, description: string])[] = [
  ["name", "the name of the client"],
  ["version", "the version of the client"],
  ["os", "the operating system of the client"],
  ["os_version", "the version of the client's operating system"],
  ["device", "the device of the client"],
  ["url", "the URL that a crawler names"],
];

const facts: readonly (readonly [name: string, description: string])[] = [
  ["is_mobile", "whether the client is on a phone"],
  ["is_tablet", "whether the client is on a tablet"],
  ["is_desktop", "whether the client is on a desktop computer"],
  ["is_bot", "whether the client is a bot"],
];

const userAgent: readonly NamespaceVariable[] = [
  ...texts.map(([name, description]) => ({ name, description, type: "string" })),
  ...facts.map(([name, description]) => ({ name, description, type: "bool" })),
].map(({ name, description, type }) => ({
  name: `req.user_agent.${name}`,
  type,
  knownBy: "service",
  description: `${description}, as its \`user-agent\` says`,
}));

export default defineNamespace({
  name: "req",
  description: "the HTTP request",
  protocols: ["http"],
  sections: fromRequest,
  variables: [...reqVariables, ...userAgent],
});
