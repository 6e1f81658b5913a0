import type { FunctionalComponent } from "vue";

export const MarkedText: FunctionalComponent<{ readonly text: string }> = ({ text }) =>
  text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
MarkedText.props = ["text"];
