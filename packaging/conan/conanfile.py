# Untested by ./test: conan is in no package of Debian. From the top folder: conan create packaging/conan
import os
import re

from conan import ConanFile
from conan.tools.files import copy, load
from conan.tools.layout import basic_layout


class Throng(ConanFile):
    name = "throng"
    description = "Collections of game entities that you can modify while iterating over them"
    license = "MIT"
    package_type = "header-library"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "../../include/throng/version.hpp"))
        self.version = re.search('define THRONG_VERSION "(.*)"', text).group(1)

    def export_sources(self):
        top = os.path.join(self.recipe_folder, "../..")
        for pattern in "include/*.hpp", "LICENSE":
            copy(self, pattern, src=top, dst=self.export_sources_folder)

    def layout(self):
        basic_layout(self)

    def package(self):
        copy(self, "*.hpp", src=os.path.join(self.source_folder, "include"), dst=os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.set_property("cmake_target_name", "throng::throng")
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
