import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

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
