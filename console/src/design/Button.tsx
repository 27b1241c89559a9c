import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components'
import { cx } from './cx.ts'
import './button.css'

type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  children: ReactNode
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: LucideIcon
  isSmall?: boolean
}

/**
 * A button with a text. While `isPending`, it keeps its width and can be focused but not pressed. React Aria does not know of
 * this state: it would announce the button by a reference, which points to nothing once the button has gone.
 */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'secondary',
    icon: Icon,
    isSmall = false,
    isPending = false,
    onPress,
    type,
    ...rest
  } = props
  const className = cx('button', `button-${variant}`, isSmall && 'button-small', isPending && 'button-pending')
  return (
    <AriaButton
      {...rest}
      {...(!isPending && { onPress, type })}
      aria-disabled={isPending || undefined}
      className={className}
    >
      {isPending ? <span className="spinner" aria-hidden /> : Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  )
}

type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & { icon: LucideIcon; label: string }

/** A button with an icon; its label is its name, shown next to it on hover and focus. */
export const IconButton = ({ icon: Icon, label, ...props }: IconButtonProps) => (
  <TooltipTrigger delay={500}>
    <AriaButton {...props} aria-label={label} className="icon-button">
      <Icon aria-hidden />
    </AriaButton>
    <Tooltip className="tooltip" offset={6}>
      {label}
    </Tooltip>
  </TooltipTrigger>
)
