import type { ColumnDimension } from '../../registry/dimensions.ts';
import type { TextColumn } from './columns.ts';

/** A column of texts of a day. */
export type TextName = ColumnDimension | 'revenue';

/** The distinct values of a column to which rows are added. */
interface GrowingColumn {
  values: readonly string[];
  /** Returns the position of a text in `values`, and adds it if it is missing. */
  idOf(text: string): number;
}

/** The values of the columns of a day to which hits are added. Values are only added, never removed. */
export class GrowingTexts {
  private readonly columns = new Map<TextName, GrowingColumn>();
  /** Number of values of all columns that were extended. */
  size = 0;

  /** Returns the values of a column. It has a copy of them from the first call on. */
  of(name: TextName, column: TextColumn): GrowingColumn {
    let growing = this.columns.get(name);
    if (!growing) {
      growing = this.create(column);
      this.columns.set(name, growing);
    }
    return growing;
  }

  private create(column: TextColumn): GrowingColumn {
    const values = [...column.values];
    const positions = new Map(values.map((text, position) => [text, position]));
    this.size += values.length;
    return {
      values,
      idOf: (text) => {
        const known = positions.get(text);
        if (known !== undefined) return known;
        positions.set(text, values.length);
        this.size++;
        return values.push(text) - 1;
      },
    };
  }
}
