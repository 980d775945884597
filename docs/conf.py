"""The documentation as a site: sphinx-build -W --keep-going -b html docs build/docs"""

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx

from triax import __version__

project = "Triax"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures", "schema"]

# A block without a language is a layout of ours or another program's file, not Python.
highlight_language = "text"
myst_heading_anchors = 3

# Docstrings write code as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = f"Triax {version}"
html_static_path = ["_static"]
html_css_files = ["triax.css"]
html_favicon = "_static/triax.svg"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_logo": "triax.svg",
    "dark_logo": "triax.svg",
    "light_css_variables": {
        "color-brand-primary": "#0F766E",
        "color-brand-content": "#0F766E",
        "color-brand-visited": "#0F766E",
        "font-stack": "system-ui, sans-serif",
    },
    "dark_css_variables": {
        "color-brand-primary": "#5EC8BC",
        "color-brand-content": "#5EC8BC",
        "color-brand-visited": "#5EC8BC",
    },
}


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", trim_blocks)


def trim_blocks(_: Sphinx, document: nodes.document) -> None:
    """An example that is run as a doctest ends in an empty line, which need not be shown."""
    for block in document.findall(nodes.literal_block):
        block.rawsource = block.astext().rstrip()
        block.children = [nodes.Text(block.rawsource)]
