import { X } from 'lucide-react'
import { Button } from './Button.tsx'
import './filter-bar.css'

/** What a link has narrowed a list down to, and no field shows: a press on one takes it away. */
export function FilterChips({ chips }: { chips: readonly { text: string; remove(): void }[] }) {
  if (chips.length === 0) return null
  return (
    <p className="row filter-chips no-print">
      {chips.map(({ text, remove }) => (
        <Button key={text} isSmall icon={X} onPress={remove}>
          {text}
        </Button>
      ))}
    </p>
  )
}
