/**
 * Marks the page while a line holds about a dozen letters (`tight` in styles/tokens.css). Text can grow without the browser's
 * default size, by which media queries count: Firefox's zoom of text alone, a reader's own style sheet.
 */
export function watchTextSize(): void {
  const ruler = document.createElement('div')
  // Upright, so that it widens nothing.
  ruler.style.cssText = 'position:fixed;top:0;width:0;height:15rem;visibility:hidden;pointer-events:none'
  document.body.append(ruler)
  const root = document.documentElement
  const watch = new ResizeObserver(() =>
    root.toggleAttribute('data-tight', root.clientWidth <= ruler.offsetHeight),
  )
  watch.observe(ruler)
  watch.observe(root)
}
