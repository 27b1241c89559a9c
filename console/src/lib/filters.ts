import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { isDay } from './days.ts'

/** Reads a filter's value from its text in the URL; undefined where there is none, or one that is not valid. */
export type Parser<Value> = (text: string | null) => Value | undefined

export const textFilter: Parser<string> = text => text?.trim() || undefined
export const dayFilter: Parser<string> = text => (isDay(text) ? text : undefined)
export const numberFilter: Parser<number> = text => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** One of some values. */
export const choiceFilter =
  <const Value extends string>(values: readonly Value[]): Parser<Value> =>
  text =>
    values.find(value => value === text)

type Parsers = Readonly<Record<string, Parser<string | number>>>
type Values<P extends Parsers> = { [Name in keyof P]?: ReturnType<P[Name]> }

/** The filters of a list, which the URL keeps. */
export type Filters<P extends Parsers = Parsers> = {
  /** The valid values, as the API takes them. */
  values: Values<P>
  /** The number of the page, from 0. */
  page: number
  /** Sets some filters, and shows the first page of what they find; undefined removes one. */
  set(changes: Values<P>): void
  /** Shows another page; `isMend` replaces an address that leads nowhere. */
  setPage(page: number, isMend?: boolean): void
  clear(): void
  /** How many filters are set. */
  count: number
}

/** Parameters that choose how a list is shown, and not what is in it. */
const notCounted = ['sort', 'tab']

/**
 * The filters of a list by name. What the URL says is all there is, so a link to a filtered list leads to the same list.
 *
 * @param parsers a constant outside the component
 */
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
  return {
    values,
    page: numberFilter(params.get('page')) ?? 0,
    set: changes => change({ ...changes, page: undefined }, true),
    setPage: (page, isMend = false) => change({ page: page || undefined }, isMend),
    clear: () => setParams({}, { replace: true }),
    count: Object.keys(values).filter(name => !notCounted.includes(name)).length,
  }
}
