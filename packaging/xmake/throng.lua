-- Untested: xmake is in no package of Debian. In a project's xmake.lua:
--     includes("throng/packaging/xmake/throng.lua")
--     add_requires("throng")
--     target("game") add_packages("throng") set_languages("c++20")
package("throng")
    set_kind("library", {headeronly = true})
    set_description("Collections of game entities that you can modify while iterating over them")
    set_license("MIT")
    set_sourcedir(path.join(os.scriptdir(), "../.."))

    on_install(function (package)
        os.cp("include/throng", package:installdir("include"))
    end)

    on_test(function (package)
        assert(package:has_cxxtypes("throng::list<int>", {includes = "throng/list.hpp", configs = {languages = "c++20"}}))
    end)
package_end()
