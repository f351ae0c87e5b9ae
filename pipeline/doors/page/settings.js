// SPDX-License-Identifier: GPL-3.0-or-later
// The fields and sliders of a bake's options. Their values are texts, as the command takes them: a slider writes a
// decimal, a mark of a threshold the fraction.
import { el, section } from "../../run/view/page/dom.js";
import * as Q from "../../run/view/page/rational.js";

const metres = { "": 1, m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 };
const defaults = { up: "y", unit: "", sides: "both", solids: "none", numbers: "double", stances: [{ name: "stand", height: "1.8" }], radius: "0", slope: "45", step: "0", weld: "0" };
const choices = {
  up: ["y", "z"],
  unit: Object.keys(metres),
  sides: ["both", "up"],
  solids: ["none", "closed"],
  numbers: ["double", "float", "decimal"],
};
const hints = {
  up: "the axis of the file that points up",
  unit: "of the level, to give lengths such as 40cm",
  sides: "both: one stands on each side of a face; up: where it faces up",
  solids: "closed: nobody stands inside of closed bodies",
  numbers: "how coordinates of the file are taken",
  radius: "how far an agent keeps from where it cannot go",
  slope: "steepest ground to stand on, in degrees",
  step: "what an agent steps over; below the lowest stance",
  weld: "gaps that an agent strides over",
};
const steps = 400; // of a slider

/** The parameters with sliders, and where the slider of each ends, in metres; slopes in degrees. */
const ends = { radius: 1, slope: 89, step: 1, weld: 1 };
const stanceEnd = 3;
/** What the thresholds of a slider are of: all stances have those of the height. */
export const thresholdWord = (name) => (name.startsWith("stance") ? "height" : name);

/** The values in the text of a link; those that are none are left out. */
export function readValues(text) {
  const isText = (value) => typeof value === "string" && value.length < 100;
  const isStance = (s) => isText(s?.name) && isText(s?.height);
  try {
    const isValid = ([key, value]) => (key === "stances" ? Array.isArray(value) && value.length > 0 && value.every(isStance) : key in defaults && isText(value));
    return Object.fromEntries(Object.entries(JSON.parse(text)).filter(isValid));
  } catch {
    return {};
  }
}

export class Settings {
  /** changed(isSliding): called when a value is another one. wantMarks(name): a slider is about to be used. say(text). */
  constructor({ changed, wantMarks, say }) {
    Object.assign(this, { changed, wantMarks, say });
    this.marks = new Map();
    this.ends = new Map();
    this.element = el("div", { class: "settings" });
    this.set({});
  }

  /** Takes values over the defaults, and shows them. */
  set(values) {
    this.values = { ...structuredClone(defaults), ...structuredClone(values) };
    this.fill();
  }

  /** Changes one value, such as "radius" or "stance0", as if it had been typed. */
  change(name, text) {
    this.put(name, text);
    this.fill();
    this.changed(false);
  }

  /** Takes values that join two places for a stance; lower stances that are no longer lower than it are left out. */
  take(values, stance) {
    for (const [name, text] of values) {
      if (name !== "height") this.put(name, text);
      else {
        const { stances } = this.values;
        stances[stance].height = text;
        this.values.stances = stances.filter((s, i) => i >= stance || Q.compare(Q.parse(s.height) ?? Q.zero, Q.parse(text)) < 0);
      }
    }
    this.fill();
    this.changed(false);
  }

  /** The values that differ from the defaults. */
  changes() {
    return Object.fromEntries(Object.entries(this.values).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key])));
  }

  /** As arguments of a command, with these stances. */
  arguments(stances = this.values.stances) {
    const v = this.values;
    const out = [];
    for (const name of ["up", "sides", "solids", "numbers", "unit"]) if (v[name] !== defaults[name]) out.push(`--${name}=${v[name]}`);
    for (const { name, height } of stances) out.push(`--stance=${name}=${height}`);
    for (const name of ["slope", "step", "weld", "radius"]) if (v[name] !== defaults[name]) out.push(`--${name}=${v[name]}`);
    return out;
  }

  get(name) {
    return name.startsWith("stance") ? this.values.stances[Number(name.slice(6))].height : this.values[name];
  }
  put(name, text) {
    if (name.startsWith("stance")) this.values.stances[Number(name.slice(6))].height = text;
    else this.values[name] = text;
  }

  fill() {
    const { stances } = this.values;
    const stance = (s, i) => {
      const name = el("input", { class: "stance-name", value: s.name, "aria-label": `name of stance ${i + 1}`, change: () => {
        s.name = name.value.trim();
        this.changed(false);
      } });
      const remove = el("button", { type: "button", title: `without ${s.name}`, "aria-label": `without ${s.name}`, disabled: stances.length === 1, click: () => this.setStances(stances.filter((other) => other !== s)) }, "×");
      return this.row(`stance${i}`, name, remove);
    };
    const choice = (name) => {
      const list = el("select", { id: `option-${name}`, change: () => this.change(name, list.value) }, ...choices[name].map((v) => el("option", { value: v, selected: v === this.values[name] }, v || "not said")));
      return el("label", { class: "field", title: hints[name] }, el("span", { class: "word" }, name), list);
    };
    const focused = document.activeElement?.id;
    this.element.replaceChildren(
      el("div", { class: "group", role: "group", "aria-label": "stances, lowest first" }, ...stances.map(stance),
        el("button", { type: "button", id: "add-stance", click: () => this.setStances([...stances, { name: `stance${stances.length + 1}`, height: Q.text(Q.mul(Q.parse(stances.at(-1).height) ?? Q.ratio(1n), Q.ratio(5n, 4n))) }]) }, "one more stance")),
      ...Object.keys(ends).map((name) => this.row(name, el("span", { class: "word", title: hints[name] }, name))),
      section("More options", false, ...Object.keys(choices).map(choice)),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  setStances(list) {
    this.values.stances = list;
    this.fill();
    this.changed(false);
  }

  /** Where the slider of a parameter ends, in the level's unit. */
  end(name) {
    return this.ends.get(name);
  }
  // It is farther where the value is; while a slider moves its end stays.
  findEnd(name) {
    const value = Q.parse(this.get(name));
    const usual = name === "slope" ? ends.slope : (name.startsWith("stance") ? stanceEnd : ends[name]) / metres[this.values.unit];
    const end = name !== "slope" && value && Q.toNumber(value) > usual ? 2 * Q.toNumber(value) : usual;
    this.ends.set(name, end);
    return end;
  }

  // A slider and a field of one value, with the thresholds between which it lies.
  row(name, word, ...more) {
    const most = this.findEnd(name);
    const label = name.startsWith("stance") ? `height of ${this.values.stances[Number(name.slice(6))].name}` : name;
    const field = el("input", { class: "value", id: `value-${name}`, value: this.get(name), "aria-label": label, inputmode: "decimal", change: () => this.change(name, field.value.trim()) });
    const slider = el("input", { type: "range", id: `slide-${name}`, min: 0, max: steps, list: `marks-${name}`, "aria-label": `${label}, slider`,
      pointerdown: () => this.wantMarks(name), focus: () => this.wantMarks(name),
      input: () => {
        field.value = this.textAt(name, Number(slider.value));
        this.put(name, field.value);
        this.changed(true);
      } });
    const value = Q.parse(field.value);
    slider.disabled = !value;
    slider.value = value ? Math.round((Q.toNumber(value) / most) * steps) : 0;
    const jump = (step, sign, title) => el("button", { type: "button", class: "jump", id: `${title}-${name}`, title: `to the ${title} threshold`, "aria-label": `${label}: to the ${title} threshold`, click: () => this.jump(name, step) }, sign);
    return el("div", { class: "parameter" }, word, field, ...more, el("div", { class: "track" }, slider, jump(-1, "◂", "previous"), jump(1, "▸", "next"), this.datalist(name, most)));
  }

  datalist(name, most) {
    return el("datalist", { id: `marks-${name}` }, ...(this.marks.get(thresholdWord(name)) ?? []).map((m) => el("option", { value: (m.about / most) * steps, label: m.title })));
  }

  /** The value at a place of the slider: a threshold that is there, or the shortest decimal. */
  textAt(name, place) {
    const [value, least] = [(place / steps) * this.end(name), this.end(name) / steps];
    const near = (this.marks.get(thresholdWord(name)) ?? []).filter((m) => Math.abs(m.about - value) <= least / 2);
    if (near.length > 0) return near.reduce((a, b) => (b.weight > a.weight ? b : a)).text;
    return String(Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(least))))));
  }

  /** Sets the next threshold above a value, or below. */
  async jump(name, step) {
    await this.wantMarks(name);
    const value = Q.parse(this.get(name));
    const list = this.marks.get(thresholdWord(name)) ?? [];
    const beyond = list.filter((m) => value && Q.compare(Q.parse(m.text), value) === step);
    if (beyond.length > 0) this.change(name, (step > 0 ? beyond[0] : beyond.at(-1)).text);
    else this.say(`No threshold is known ${step > 0 ? "above" : "below"} ${this.get(name)} as far as the slider goes.`);
  }

  /** More thresholds of a word: { text, weight, title } each. */
  addMarks(word, more) {
    const known = this.marks.get(word) ?? [];
    const added = more.filter((m) => known.every(({ text }) => text !== m.text)).map((m) => ({ ...m, about: Q.toNumber(Q.parse(m.text)) }));
    this.setMarks(word, [...known, ...added].sort((a, b) => Q.compare(Q.parse(a.text), Q.parse(b.text))));
  }
  setMarks(word, list) {
    this.marks.set(word, list);
    for (const slider of this.element.querySelectorAll("input[type=range]")) {
      const name = slider.id.slice("slide-".length);
      if (thresholdWord(name) === word) document.getElementById(`marks-${name}`)?.replaceWith(this.datalist(name, this.end(name)));
    }
  }
  clearMarks() {
    for (const word of [...this.marks.keys()]) this.setMarks(word, []);
    this.marks.clear();
  }
}
