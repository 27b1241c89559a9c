import { brandIcon as BrandIcon } from '../pages.ts'
import './brand.css'

export function Brand() {
  return (
    <span className="brand">
      <span className="brand-mark">
        <BrandIcon aria-hidden />
      </span>
      campstore
    </span>
  )
}
