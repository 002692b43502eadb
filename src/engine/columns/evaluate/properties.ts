import type { EventProperties, PropertiesQuestion } from '../../question/types.ts';
import { propertyDimension } from '../../registry/dimensions.ts';
import type { Counter, CounterPart } from './counter.ts';
import type { DayView } from './dayView.ts';
import { Dictionary, type Interner } from './interner.ts';
import { compareTexts, smallest } from './order.ts';
import type { Selection } from './selection.ts';

/** Maximum number of different values of all events together. Further ones are left out of the menus. */
const MAX_VALUES = 300_000;

/** Stands for the name of the event of a pageview, which has none. */
const PAGEVIEW = 0;

/** Counts the selected hits by event, and by event, property and value. */
export class PropertyCounter implements Counter {
  /** By event: its hits. */
  private readonly events = new Map<number, number>();
  /** By event and property, as text: the hits by value. */
  private readonly values = new Map<string, Map<number, number>>();
  private size = 0;
  private readonly names = new Dictionary();
  private readonly question: PropertiesQuestion;
  private readonly interner: Interner;

  constructor(question: PropertiesQuestion, interner: Interner) {
    this.question = question;
    this.interner = interner;
  }

  /** The selection is limited to the scope and the hours already. */
  add(view: DayView, selection: Selection): void {
    const [event, eventTexts] = [view.idsOf('event'), view.textsOf('event')];
    const hits = selection.selectedHits();
    const eventOf = (hit: number) => {
      const id = event[hit] as number;
      return id === 0 ? PAGEVIEW : (eventTexts[id] as number) + 1;
    };
    for (const hit of hits) this.addEvent(eventOf(hit), 1);
    for (const name of view.extras.properties.keys()) {
      const dimension = propertyDimension(name);
      const [ids, texts] = [view.idsOf(dimension), view.textsOf(dimension)];
      const property = this.names.idOf(name);
      for (const hit of hits)
        if (ids[hit] !== 0) this.addValue(eventOf(hit), property, texts[ids[hit] as number] as number, 1);
    }
  }

  private addEvent(event: number, hits: number): void {
    this.events.set(event, (this.events.get(event) ?? 0) + hits);
  }

  private addValue(event: number, property: number, value: number, hits: number): void {
    const key = `${event} ${property}`;
    const values = this.values.get(key) ?? new Map<number, number>();
    this.values.set(key, values);
    const known = values.get(value);
    if (known === undefined && this.size >= MAX_VALUES) return;
    if (known === undefined) this.size++;
    values.set(value, (known ?? 0) + hits);
  }

  private dictionaryOf(property: number): Dictionary {
    return this.interner.dictionary(propertyDimension(this.names.texts[property] as string));
  }

  private eventText(event: number): string {
    return event === PAGEVIEW ? '' : (this.interner.dictionary('event').texts[event - 1] as string);
  }

  part(): CounterPart {
    const texts = new Dictionary();
    const numberOf = (event: number) =>
      event === PAGEVIEW ? PAGEVIEW : texts.idOf(this.eventText(event)) + 1;
    const events = [...this.events].flatMap(([event, hits]) => [numberOf(event), hits]);
    const values = [...this.values].flatMap(([key, found]) => {
      const [event = 0, property = 0] = key.split(' ').map(Number);
      const { texts: own } = this.dictionaryOf(property);
      const name = texts.idOf(this.names.texts[property] as string);
      return [...found].flatMap(([value, hits]) => [
        ...[numberOf(event), name, texts.idOf(own[value] as string), hits],
      ]);
    });
    return { texts: texts.texts, numbers: [Float64Array.from(events), Float64Array.from(values)] };
  }

  merge({ texts, numbers: [events = NONE, values = NONE] }: CounterPart): void {
    const ids = this.interner.dictionary('event');
    const eventOf = (number: number) =>
      number === PAGEVIEW ? PAGEVIEW : ids.idOf(texts[number - 1] as string) + 1;
    for (let at = 0; at < events.length; at += 2)
      this.addEvent(eventOf(events[at] as number), events[at + 1] as number);
    for (let at = 0; at < values.length; at += 4) {
      const property = this.names.idOf(texts[values[at + 1] as number] as string);
      const value = this.dictionaryOf(property).idOf(texts[values[at + 2] as number] as string);
      this.addValue(eventOf(values[at] as number), property, value, values[at + 3] as number);
    }
  }

  answer(): EventProperties[] {
    return [...this.events]
      .map(([event, hits]) => ({
        event: event === PAGEVIEW ? null : this.eventText(event),
        hits,
        properties: this.propertiesOf(event),
      }))
      .sort((one, other) => other.hits - one.hits || compareTexts(one.event ?? '', other.event ?? ''));
  }

  private propertiesOf(event: number): EventProperties['properties'] {
    return this.names.texts
      .flatMap((name, property) => {
        const found = this.values.get(`${event} ${property}`);
        if (!found) return [];
        const { texts } = this.dictionaryOf(property);
        const values = [...found];
        const largest = smallest(values.keys(), this.question.values, (a, b) => {
          const [[one, hits], [other, more]] = [values[a], values[b]] as [[number, number], [number, number]];
          return more - hits || compareTexts(texts[one] as string, texts[other] as string);
        });
        return [{ name, values: largest.map((index) => texts[values[index]?.[0] as number] as string) }];
      })
      .sort((one, other) => compareTexts(one.name, other.name));
  }
}

const NONE = new Float64Array(0);
