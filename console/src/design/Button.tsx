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

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  children: ReactNode
  variant?: Variant
  icon?: LucideIcon
  isSmall?: boolean
}

/** A button with a text. While `isPending`, it keeps its width and can be focused but not pressed. */
export function Button({ children, variant = 'secondary', icon: Icon, isSmall = false, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={cx('button', `button-${variant}`, isSmall && 'button-small')}>
      {props.isPending ? <span className="spinner" aria-hidden /> : Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  )
}

type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & { icon: LucideIcon; label: string }

/** A button that is a picture; its label is its name, and shown beside it on hover and focus. */
export function IconButton({ icon: Icon, label, ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton {...props} aria-label={label} className="icon-button">
        <Icon aria-hidden />
      </AriaButton>
      <Tooltip className="tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}
