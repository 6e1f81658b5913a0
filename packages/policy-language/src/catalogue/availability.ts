/** Describes in words where something may be used: "HTTP inbound and outbound; TCP inbound". */
export function availability(sections: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(sections)
    .filter(([, names]) => names.length > 0)
    .map(([protocol, names]) => `${protocol.toUpperCase()} ${names.join(" and ")}`)
    .join("; ");
}
