import { TentTree } from 'lucide-react'
import './brand.css'

export const Brand = () => (
  <span className="brand row">
    <span className="brand-mark">
      <TentTree aria-hidden />
    </span>
    campstore
  </span>
)
