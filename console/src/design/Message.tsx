import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './message.css'

type Tone = 'danger' | 'notice' | 'info' | 'positive'
const icons: Record<Tone, LucideIcon> = {
  danger: CircleAlert,
  notice: TriangleAlert,
  info: Info,
  positive: CircleCheck,
}

/** A sentence that explains the state of a page or form; a problem is announced at once. */
export function Message({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={`message message-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
