import { unwrapped } from '@campstore/contract/unknown-fields'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { isDay } from './days.ts'

/** Reads a filter's value from its text in the URL; undefined for a missing or invalid one. */
export type Parser<Value> = ((text: string | null) => Value | undefined) & {
  /** All values, if they are few. */
  choices?: readonly Value[]
  /** The value of a list without this filter. */
  fallback?: string
}

export const textFilter: Parser<string> = text => text?.trim() || undefined
export const dayFilter: Parser<string> = text => (isDay(text) ? text : undefined)
export const numberFilter: Parser<number> = text => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** One of some values. */
export const choiceFilter = <const Value extends string>(choices: readonly Value[]): Parser<Value> =>
  Object.assign((text: string | null) => choices.find(value => value === text), { choices })

type Shape = Readonly<Record<string, z.ZodType>>
type TextOf<Field extends z.ZodType> = Extract<z.input<Field>, string>

/** Filters of a list, from the contract's declaration of its query: the values that it allows, and how the list is sorted by default. */
export function filtersOf<const S extends Shape, const Name extends keyof S>(
  shape: S,
  ...names: readonly Name[]
): { [N in Name]: Parser<TextOf<S[N]>> } {
  const parsers = names.map(name => [name, parserOf(shape[name])])
  // Object.fromEntries forgets which parser belongs to which name.
  return Object.fromEntries(parsers) as { [N in Name]: Parser<TextOf<S[N]>> }
}

function parserOf(field: z.ZodType = z.never()): Parser<string> {
  const parse = (text: string | null) => {
    const value = text?.trim() || undefined
    return field.safeParse(value).success ? value : undefined
  }
  const inner = unwrapped(field)
  // A repeatable field is one value, or several.
  const single = inner instanceof z.ZodUnion ? unwrapped(inner.options[0] ?? inner) : inner
  const choices = single instanceof z.ZodEnum ? single.options.map(String) : undefined
  const sort = sortSchema.safeParse(field.safeParse(undefined).data).data
  return Object.assign(parse, { choices, fallback: sort && `${sort.by},${sort.direction}` })
}

const sortSchema = z.object({ by: z.string(), direction: z.string() })

/** How many rows a page of a list may have; the first one is the usual size. */
export const pageSizes = [20, 50, 100] as const

export type Parsers = Readonly<Record<string, Parser<string> | Parser<number>>>
type Values<P extends Parsers> = { [Name in keyof P]?: ReturnType<P[Name]> }

/** The filters of a list, which the URL keeps. */
export type Filters<P extends Parsers = Parsers> = {
  parsers: P
  /** The valid values, as the API takes them. */
  values: Values<P>
  /** The number of the page, from 0, and how many rows it has. */
  page: number
  size: number
  /** Sets some filters, and shows the first page of the result; undefined removes one. */
  set(changes: Values<P>): void
  /** Shows another page; `isMend` replaces an address of a page that does not exist. */
  setPage(page: number, isMend?: boolean): void
  /** Shows more or fewer rows on a page, among them the first row of this page. */
  setSize(size: number): void
  /** Removes all but the tab and the size of the page. */
  clear(): void
  /** The address of the list with these filters only. */
  addressOf(values: Values<P>): string
  count: number
}

/** Parameters of the address that do not filter: they choose the order, the tab, the month or a dialog. */
const notCounted = ['sort', 'tab', 'month', 'movements']

/** The filters of a list by name, which only the URL stores: a link leads to the same list. The parsers are a constant of the page. */
export function useFilters<P extends Parsers>(parsers: P): Filters<P> {
  const [params, setParams] = useSearchParams()
  const values = useMemo(() => {
    const parsed = Object.entries(parsers).map(([name, parse]) => [name, parse(params.get(name))])
    // Object.entries forgets which parser belongs to which name.
    return Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as Values<P>
  }, [parsers, params])
  const change = useCallback(
    (changes: Record<string, string | number | undefined>, replace: boolean) =>
      setParams(
        before => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') after.delete(name)
            else after.set(name, String(value))
          }
          return after
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  )
  const page = numberFilter(params.get('page')) ?? 0
  const size = pageSizes.find(one => `${one}` === params.get('size')) ?? pageSizes[0]
  const only = (values: Readonly<Record<string, string | number | undefined>>) => {
    const kept = ['tab', 'size'].map(name => [name, params.get(name)])
    const set = [...kept, ...Object.entries(values)].filter(([, value]) => value !== null && value !== undefined)
    return new URLSearchParams(set.map(([name, value]) => [String(name), String(value)]))
  }
  return {
    parsers,
    values,
    page,
    size,
    set: changes => change({ ...changes, page: undefined }, true),
    setPage: (page, isMend = false) => change({ page: page || undefined }, isMend),
    setSize: next => change({ size: next, page: Math.floor((page * size) / next) || undefined }, true),
    clear: () => setParams(only({}), { replace: true }),
    addressOf: values => `?${only(values)}`,
    count: Object.keys(values).filter(name => !notCounted.includes(name)).length,
  }
}
