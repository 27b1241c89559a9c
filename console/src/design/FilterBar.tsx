import { t } from 'i18next'
import { Plus, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { Filters } from '../lib/filters.ts'
import { Button } from './Button.tsx'
import { SelectField, type SelectFieldProps } from './Field.tsx'
import './filter-bar.css'
import './menu.css'

type FilterBarProps = {
  filters: Pick<Filters, 'count' | 'clear'>
  search?: ReactNode
  /** Fields of the other filters. */
  children?: ReactNode
  /** Filters whose fields are not shown yet. */
  others?: readonly { name: string; label: string }[]
  /** Shows the field of one of them. */
  add?(name: string): void
  /** Controls of the whole list, such as its export. */
  end?: ReactNode
}

/** The filters above a list. */
export const FilterBar = ({ filters, search, children, others = [], add, end }: FilterBarProps) => (
  <search className="filter-bar row no-print">
    {search}
    {children}
    {others.length > 0 && (
      <MenuTrigger>
        <Button icon={Plus}>{t('filters.add')}</Button>
        <Popover className="menu" placement="bottom start">
          <Menu aria-label={t('filters.add')} onAction={name => add?.(String(name))}>
            {others.map(({ name, label }) => (
              <MenuItem key={name} id={name}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    )}
    {filters.count > 0 && (
      <Button variant="quiet" onPress={filters.clear}>
        {t('filters.clear')}
      </Button>
    )}
    {end && <div className="filter-bar-end row">{end}</div>}
  </search>
)

type FilterSelectProps<Value extends string> = Pick<SelectFieldProps<Value>, 'label' | 'options' | 'empty'> & {
  value: Value | undefined
  onChange(value: Value | undefined): void
}

/** Filters a list by one of some values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { value, onChange, empty, ...field } = props
  return (
    <SelectField
      {...field}
      value={value ?? ''}
      onChange={chosen => onChange(chosen || undefined)}
      empty={empty ?? t('filters.any')}
    />
  )
}

type SearchFieldProps = { label: string; value: string; onChange(value: string | undefined): void }

/** How long after the last key the list is read, in milliseconds. */
const pauseMs = 300

/** Searches a list during typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const timer = useRef<number>(undefined)
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string, delay: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onChange(next.trim() || undefined), delay)
  }
  return (
    <form
      className="search field"
      onSubmit={event => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <Search aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={event => {
          setText(event.target.value)
          search(event.target.value, pauseMs)
        }}
      />
    </form>
  )
}
