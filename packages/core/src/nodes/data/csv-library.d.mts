/** What this product uses of csv-parse. */
export interface ParseOptions {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly record_delimiter: readonly string[];
  readonly relax_column_count: boolean;
  readonly relax_quotes: boolean;
  readonly skip_empty_lines: boolean;
  readonly trim: boolean;
}

export function parse(text: string, options: ParseOptions): string[][];
