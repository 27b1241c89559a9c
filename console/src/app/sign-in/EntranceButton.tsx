import type { ReactNode } from 'react'
import '../../design/button.css'

type EntranceButtonProps = { children: ReactNode; isPrimary?: boolean; isPending?: boolean; onPress?(): void }

/** A button before the console, which sends its form unless it has an action. It does without the console's components, which load later. */
export function EntranceButton({ children, isPrimary = false, isPending = false, onPress }: EntranceButtonProps) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={`button button-${isPrimary ? 'primary' : 'secondary'}`}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={event => {
        if (isPending) event.preventDefault()
        else onPress?.()
      }}
    >
      {isPending && <span className="spinner" aria-hidden />}
      <span>{children}</span>
    </button>
  )
}
