import { defineComponent } from "vue";

export const ComparePane = defineComponent(() => () => <p>compare</p>, { name: "ComparePane" });
