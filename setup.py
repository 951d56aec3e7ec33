"""Map the import package `circ` onto the folders of the repository root."""

from setuptools import find_packages, setup

FOLDERS = ("dialects", "transforms", "targets", "tools")

setup(packages=[f"circ.{p}" for p in find_packages() if p.split(".")[0] in FOLDERS])
