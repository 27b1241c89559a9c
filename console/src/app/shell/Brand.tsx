import { TentTree } from 'lucide-react'
import './brand.css'

export function Brand() {
  return (
    <span className="brand row">
      <span className="brand-mark">
        <TentTree aria-hidden />
      </span>
      campstore
    </span>
  )
}
