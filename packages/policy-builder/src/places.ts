import {
  protocols,
  type ActionDefinition,
  type Dialect,
  type Protocol,
} from "@traffic-policy/policy-language";

/** A set of places, one bit for each section of each protocol. Two dialects have no bit in common. */
export type PlaceSet = number;

/** All places of all dialects. */
export const everywhere: PlaceSet = -1;

/** A dialect as the builder writes it. */
export interface Vocabulary {
  readonly dialect: Dialect;
  /** The bit of each place. */
  readonly bits: Readonly<Record<Protocol, Readonly<Record<string, PlaceSet>>>>;
}

/** Where something may be used: for each protocol the sections. */
export type Availability = Readonly<Partial<Record<Protocol, readonly string[]>>>;

/** Where rules of a policy stand. */
export interface Place {
  /** What the policy is for; any protocol when undefined. */
  readonly protocol: Protocol | undefined;
  readonly direction: string;
}

/** The protocols that a policy may be for. */
export function protocolsOf(protocol: Protocol | undefined): readonly Protocol[] {
  return protocol === undefined ? protocols : [protocol];
}

/** The places of a section, for a protocol or for any. */
export function placesOf({ bits }: Vocabulary, { protocol, direction }: Place): PlaceSet {
  return protocolsOf(protocol).reduce((all, one) => all | (bits[one][direction] ?? 0), 0);
}

/** The places where something may be used. */
export function placesWithin({ bits }: Vocabulary, available: Availability): PlaceSet {
  let places = 0;
  for (const protocol of protocols) {
    for (const section of available[protocol] ?? []) places |= bits[protocol][section] ?? 0;
  }
  return places;
}

/** Where an action may stand; what only a part of the documentation lists is allowed. */
export function availabilityOf({
  sections,
  unsureSections = {},
}: Pick<ActionDefinition, "sections" | "unsureSections">): Availability {
  return Object.fromEntries(
    protocols.map((protocol) => [
      protocol,
      [...sections[protocol], ...(unsureSections[protocol] ?? [])],
    ]),
  );
}

/** The same with a config; that is less where each field is for some places only. */
export function availabilityWithConfig(action: ActionDefinition): Availability {
  const { config, fieldProtocols = {}, fieldSections = {} } = action;
  const fields = Object.keys(config.properties);
  const available = availabilityOf(action);
  const isLimited = (field: string): boolean => field in fieldProtocols || field in fieldSections;
  if (fields.length === 0 || !fields.every(isLimited)) return available;
  return Object.fromEntries(
    protocols.map((protocol) => [
      protocol,
      (available[protocol] ?? []).filter((section) =>
        fields.some(
          (field) =>
            (fieldProtocols[field]?.includes(protocol) ?? true) &&
            (fieldSections[field]?.includes(section) ?? true),
        ),
      ),
    ]),
  );
}

/** What the catalogue says of where a variable, or a function, exists. */
interface PlacedName {
  readonly protocols?: readonly Protocol[];
  readonly sections?: readonly string[];
}

/** Where a variable, or a function, exists; everywhere when the catalogue does not say. */
export function availabilityOfName(
  { protocols: names = protocols, sections }: PlacedName,
  { dialect }: Pick<Vocabulary, "dialect">,
): Availability {
  const known = sections ?? [...dialect.sections.keys()];
  return Object.fromEntries(names.map((protocol) => [protocol, known]));
}

/** The same as places. */
export function placesOfName(vocabulary: Vocabulary, name: PlacedName): PlaceSet {
  const { protocols: names = protocols, sections } = name;
  // Without the objects in between: a policy that is loaded asks for hundreds of them.
  if (sections === undefined) return placesWithin(vocabulary, availabilityOfName(name, vocabulary));
  let places = 0;
  for (const protocol of names) {
    const bits = vocabulary.bits[protocol];
    for (const section of sections) places |= bits[section] ?? 0;
  }
  return places;
}
